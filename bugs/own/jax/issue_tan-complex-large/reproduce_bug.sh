conda create -y -n issue_tan-complex-large python=3.11
conda activate issue_tan-complex-large
pip install -r requirements.txt
pytest -sx test_issue_tan-complex-large.py
