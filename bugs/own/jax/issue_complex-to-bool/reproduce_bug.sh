conda create -y -n issue_complex-to-bool python=3.11
conda activate issue_complex-to-bool
pip install -r requirements.txt
pytest -sx test_issue_complex-to-bool.py
