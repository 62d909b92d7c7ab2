conda create -y -n issue_cast-float16-overflow python=3.11
conda activate issue_cast-float16-overflow
pip install -r requirements.txt
pytest -sx test_issue_cast-float16-overflow.py
