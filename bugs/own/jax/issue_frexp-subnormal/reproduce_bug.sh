conda create -y -n issue_frexp-subnormal python=3.11
conda activate issue_frexp-subnormal
pip install -r requirements.txt
pytest -sx test_issue_frexp-subnormal.py
