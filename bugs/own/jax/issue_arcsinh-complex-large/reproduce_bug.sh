conda create -y -n issue_arcsinh-complex-large python=3.11
conda activate issue_arcsinh-complex-large
pip install -r requirements.txt
pytest -sx test_issue_arcsinh-complex-large.py
