conda create -y -n issue_mod-by-zero python=3.11
conda activate issue_mod-by-zero
pip install -r requirements.txt
pytest -sx test_issue_mod-by-zero.py
