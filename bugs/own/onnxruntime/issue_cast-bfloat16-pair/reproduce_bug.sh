conda create -y -n issue_cast-bfloat16-pair python=3.11
conda activate issue_cast-bfloat16-pair
pip install -r requirements.txt
pytest -sx test_issue_cast-bfloat16-pair.py
